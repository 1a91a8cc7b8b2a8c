import { statements } from '@usance/api/statement';
import { PreparedVerb, type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { movingMoney } from '../account-period/moving-money.ts';
import { confirmStatements } from './confirming/confirm-statements.ts';
import { updateStatements } from './confirming/update-statements.ts';
import { getStatement } from './content/get-statement.ts';
import { listStatements } from './content/list-statements.ts';
import { downloadStatements } from './download/download-statements.ts';
import { previewMonth } from './preview/preview-month.ts';
import { previewStatement } from './preview/preview-statement.ts';
import { calculateStatement } from './signing/calculate-statement.ts';
import { deleteStatements } from './signing/delete-statements.ts';
import { rateToSign, signRated } from './signing/sign-rated.ts';

export const statementRoom: Room = (mount) =>
  mount(statements, {
    list: listStatements,
    get: getStatement,
    download: downloadStatements,
    preview: previewStatement,
    dynamicPreview: previewMonth,
    confirm: movingMoney(confirmStatements),
    update: movingMoney(updateStatements),
    delete: movingMoney(deleteStatements),
    // Rating puts its rows in place in transactions of its own; running it again changes nothing.
    calculate: new SpanningVerb(calculateStatement),
    sign: new PreparedVerb(rateToSign, movingMoney(signRated)),
  });
