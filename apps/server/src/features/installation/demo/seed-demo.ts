import { statements } from '@usance/api/billing/statement';
import type { Datacloud } from '@usance/api/contract/datacloud';
import { addMonths, type BillingMonth, monthsBetween, rangeOf } from '@usance/period/billing-month';
import { plusDays24h, plusHours } from '@usance/period/instant';
import { ManualClock } from '#platform/clock.ts';
import type { Deps } from '#platform/context/context.ts';
import { suppressMessages } from '#platform/message/deliver-messages.ts';
import { followDue } from '../../billing/account-period/follow-due.ts';
import { moving } from '../../billing/account-period/moving-money.ts';
import { changeConfirmations } from '../../billing/statement/confirming/change-confirmation.ts';
import { runDueStatements } from '../../billing/statement/run-due.ts';
import { announceUpgrades } from '../../contract/billing-version/announce-upgrades.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { setDiscount } from '../../metering/discount/set-discount.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { ingestUsage } from '../../metering/usage/ingest-usage.ts';
import { notifyEnding } from '../../money/voucher/notify-ending.ts';
import { writeOffEnded } from '../../money/voucher/write-off-ended.ts';
import { followOffers } from '../../sale/private-offer/follow-offers.ts';
import { atOnce, noteDoneBy } from './story/at-once.ts';
import { countRunningMonth, setBudgets } from './story/demo-budgets.ts';
import { type DemoCalendar, type DemoStep, demoCalendar } from './story/demo-calendar.ts';
import { type DemoDatacloud, demoDataclouds } from './story/demo-datacloud.ts';
import {
  createDemoDataclouds,
  type DemoInstallation,
  demoFinance,
  installDemo,
  personIn,
} from './story/demo-installation.ts';
import { linkContract } from './story/demo-linked-contract.ts';
import { makeOffers } from './story/demo-offers.ts';
import { companyPays, personPays } from './story/demo-payments.ts';
import { lowerEgressPrice } from './story/demo-price-change.ts';
import { demoUsage } from './story/demo-usage.ts';
import { giveVouchers } from './story/demo-vouchers.ts';
import { readOldNotifications } from './story/read-old-notifications.ts';

const discountFromMonth = 4;
const priceChangeInMonth = 6;
const budgetsFromMonth = 8;

/**
 * Makes the demonstration as a year would: the verbs that customers use meter, rate, state, confirm and pay usage,
 * under a clock that runs to now. With `isLinked`, adds a contract linked to the stand-in marketplace.
 */
export async function seedDemo(
  deps: Deps,
  { isLinked }: { isLinked: boolean },
  tell: (progress: string) => void,
): Promise<void> {
  const calendar = demoCalendar(deps.clock.now());
  const clock = new ManualClock(new Date(rangeOf(calendar.firstMonth, 'Asia/Shanghai').start));
  const past: Deps = { ...deps, clock };
  tell('Demonstration: accounts, contracts and prices ...');
  const installation = await installDemo(past, calendar.firstMonth);
  const story = { deps: past, installation, calendar, tell, dataclouds: new Map<DemoDatacloud, Datacloud>() };
  for (const step of calendar.steps) {
    clock.moveTo(step.at);
    await play(story, step);
  }
  await giveVouchers(past, installation.contracts.company.id);
  await makeOffers(story);
  await announceUpgrades(past, clock.now());
  await notifyEnding(past, clock.now());
  await countRunningMonth(past, installation);
  if (isLinked) await linkContract(past, installation);
  await readOldNotifications(past, installation);
  await suppressMessages(deps.db);
}

interface Story {
  readonly deps: Deps;
  readonly installation: DemoInstallation;
  readonly calendar: DemoCalendar;
  readonly tell: (progress: string) => void;
  readonly dataclouds: Map<DemoDatacloud, Datacloud>;
}

async function play(story: Story, step: DemoStep): Promise<void> {
  const { deps, installation } = story;
  const { company, individual } = installation.contracts;
  switch (step.kind) {
    case 'begin-month':
      return beginMonth(story, step.month);
    case 'meter':
      return meter(story, step);
    case 'run-due':
      await followOffers(deps, deps.clock.now());
      await runDueStatements(deps, deps.clock.now());
      await writeOffEnded(deps, deps.clock.now());
      await followDue(deps, deps.clock.now());
      return;
    case 'answer-statements':
      return answerStatements(story, company.id, step);
    case 'person-pays':
      return personPays(deps, individual, step.month, step.half);
    case 'company-pays':
      return companyPays(deps, company);
  }
}

async function beginMonth(story: Story, month: BillingMonth): Promise<void> {
  const { deps, calendar, installation } = story;
  const number = monthsBetween(calendar.firstMonth, month);
  story.tell(`Demonstration: ${month} (${number + 1} of ${calendar.months}) ...`);
  const born = demoDataclouds.filter((each) => each.bornInMonth === number);
  for (const [plan, made] of await createDemoDataclouds(deps, installation, born)) story.dataclouds.set(plan, made);
  if (number === discountFromMonth) {
    const contractId = installation.contracts.company.id;
    await atOnce(deps, (work) => setDiscount(work, { contractId, rate: '0.92', from: work.now }));
  }
  await giveVouchers(deps, installation.contracts.company.id, number);
  await makeOffers(story, number);
  if (number === budgetsFromMonth) await setBudgets(deps, installation);
  if (number === priceChangeInMonth) await lowerEgressPrice(deps, addMonths(month, 1));
}

async function meter(story: Story, { month, from, to }: Extract<DemoStep, { kind: 'meter' }>): Promise<void> {
  const { deps, calendar } = story;
  const anomalyMonth = addMonths(calendar.firstMonth, calendar.months - 3);
  const anomalyStart = plusDays24h(rangeOf(anomalyMonth, 'UTC').start, 11);
  const window = {
    from,
    to,
    monthsSince: monthsBetween(calendar.firstMonth, month),
    anomaly: { warehouse: 'orders_wh', from: new Date(anomalyStart), to: new Date(plusHours(anomalyStart, 38)) },
  };
  const reply = await ingestUsage(deps, { body: ndjson(story.dataclouds, window) });
  const refusal = reply.refusals[0];
  if (refusal) throw new Error(`The demonstration's usage was refused: ${JSON.stringify(refusal)}`);
  await rateDue(deps);
  await followDue(deps, deps.clock.now());
}

async function* ndjson(
  dataclouds: ReadonlyMap<DemoDatacloud, Datacloud>,
  window: Parameters<typeof demoUsage>[1],
): AsyncGenerator<Buffer> {
  for (const [plan, { id: datacloudId, contractId }] of dataclouds) {
    let lines = '';
    for (const record of demoUsage(plan, window)) {
      lines += `${JSON.stringify({ source: 'demo-meter', contractId, datacloudId, ...record })}\n`;
      if (lines.length < 262_144) continue;
      yield Buffer.from(lines);
      lines = '';
    }
    yield Buffer.from(lines);
  }
}

/** The customer confirms a statement a month after it came, except one that is disputed through the back office. */
async function answerStatements(
  { deps, installation }: Story,
  contractId: string,
  { month, dispute }: Extract<DemoStep, { kind: 'answer-statements' }>,
): Promise<void> {
  const statement = await deps.db
    .selectFrom('statement')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .where('confirm_state', '=', 'unconfirmed')
    .executeTakeFirst();
  if (!statement) return;
  const change = { id: statement.id, confirmState: dispute ? 'manualProcessing' : 'confirmed' } as const;
  await atOnce(deps, async (work) => {
    await moving(work, await lockContract(work.tx, contractId), (contract) =>
      changeConfirmations(work, contract, [change], ['confirm', 'dispute']),
    );
    const by = personIn(installation, demoFinance);
    if (!dispute) await noteDoneBy(work, by, { call: statements.confirm, contractId, body: [change] });
  });
}
