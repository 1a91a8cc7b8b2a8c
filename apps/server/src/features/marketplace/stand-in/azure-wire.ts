import type { WireAnswer } from './aws-wire.ts';
import type { StandInBooks, StandInBuyer } from './books.ts';

type Fields = Readonly<Record<string, unknown>>;
const mostEvents = 25;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: Fields;
}

/** Answers the calls of Azure Marketplace's fulfilment and metering API. `operations` are the open ones. */
export function answerAzure(books: StandInBooks, operations: ReadonlyMap<string, Fields>, asked: Asked): WireAnswer {
  const [, , , id = '', verb = '', operation = ''] = asked.path.split('/').map(decodeURIComponent);
  if (asked.path.endsWith('/token')) return { status: 200, body: { access_token: 'stand-in', expires_in: 3_600 } };
  if (asked.path.startsWith('/batchUsageEvent')) return batchUsageEvent(books, asked.body);
  if (id === 'resolve') return resolve(books, asked.token);
  const buyer = books.find((each) => each.instance === id);
  if (!buyer) return { status: 404, body: {} };
  if (verb === 'operations') {
    const found = operations.get(operation);
    return found ? { status: 200, body: found } : { status: 404, body: {} };
  }
  if (verb !== 'activate') return { status: 200, body: subscriptionOf(books, buyer) };
  if (books.isActive(buyer)) return { status: 400, body: { message: 'It is subscribed already.' } };
  books.activate(buyer);
  return { status: 200, body: {} };
}

function subscriptionOf(books: StandInBooks, buyer: StandInBuyer) {
  const active = books.isActive(buyer) ? 'Subscribed' : 'PendingFulfillmentStart';
  return {
    id: buyer.instance,
    offerId: buyer.product,
    planId: 'standard',
    saasSubscriptionStatus: books.hasLeft(buyer) ? 'Unsubscribed' : active,
    beneficiary: { tenantId: buyer.account },
  };
}

function resolve(books: StandInBooks, token: string): WireAnswer {
  const buyer = books.byToken('azure', token);
  if (!buyer) return { status: 400, body: { message: 'The token is not valid.' } };
  const subscription = subscriptionOf(books, buyer);
  return { status: 200, body: { id: buyer.instance, offerId: buyer.product, planId: 'standard', subscription } };
}

function batchUsageEvent(books: StandInBooks, { request }: Fields): WireAnswer {
  const events: Fields[] = Array.isArray(request) ? request : [];
  if (events.length > mostEvents) return { status: 400, body: { code: 'BadArgument' } };
  const result = events.map((event) => ({ ...event, ...outcomeOf(books, event) }));
  return { status: 200, body: { count: result.length, result } };
}

/** Keeps the first value of an hour, even if the second is the same, and refuses zero. */
function outcomeOf(books: StandInBooks, event: Fields): object {
  const { resourceId, quantity, dimension, effectiveStartTime } = event;
  const buyer = books.find((each) => each.instance === resourceId);
  if (!buyer) return { status: 'ResourceNotFound' };
  if (!books.isActive(buyer)) return { status: 'ResourceNotActive' };
  if (!books.dimensions.has(String(dimension))) return { status: 'InvalidDimension' };
  if (!(Number(quantity) > 0)) return { status: 'InvalidQuantity' };
  const posted = books.post(String(resourceId), {
    account: buyer.account,
    dimension: String(dimension),
    quantity: Number(quantity),
    at: new Date(String(effectiveStartTime)),
  });
  if (posted.kind === 'tooOld') return { status: 'Expired' };
  if (posted.kind === 'accepted') return { status: 'Accepted', usageEventId: posted.held.id };
  const acceptedMessage = { quantity: posted.held.quantity, usageEventId: posted.held.id, status: 'Duplicate' };
  return { status: 'Duplicate', error: { code: 'Conflict', additionalInfo: { acceptedMessage } } };
}
