import { ownRoom } from '../../../platform/house/own-room.ts';
import type { Room } from '../../../platform/house/room.ts';
import { accountPeriodRoom } from '../../billing/account-period/room.ts';
import { arrearsRoom } from '../../billing/arrears/room.ts';
import { availableBalanceRoom } from '../../billing/available-balance/room.ts';
import { balanceRoom } from '../../billing/balance/room.ts';
import { balanceWarningRoom } from '../../billing/balance-warning/room.ts';
import { bankRoom } from '../../billing/bank/room.ts';
import { calendarRoom } from '../../billing/calendar/room.ts';
import { creditLimitRoom } from '../../billing/credit-limit/room.ts';
import { deductionRoom } from '../../billing/deduction/room.ts';
import { dueDateRoom } from '../../billing/due-date/room.ts';
import { gracePeriodRoom } from '../../billing/grace-period/room.ts';
import { holdRoom } from '../../billing/hold/room.ts';
import { purchaseRoom } from '../../billing/purchase/room.ts';
import { settlementRoom } from '../../billing/settlement/room.ts';
import { statementRoom } from '../../billing/statement/room.ts';
import { waitingMonthRoom } from '../../billing/statement/waiting/room.ts';
import { voucherRoom } from '../../billing/voucher/room.ts';
import { withdrawalRoom } from '../../billing/withdrawal/room.ts';
import { marketplaceRoom } from '../../marketplace/room.ts';
import { closedMonthRoom } from '../../metering/closed-month/room.ts';
import { discountRoom } from '../../metering/discount/room.ts';
import { machineTypeRoom } from '../../metering/machine-type/room.ts';
import { priceRoom } from '../../metering/price/room.ts';
import { purchaseBlacklistRoom } from '../../metering/purchase-blacklist/room.ts';
import { ratingRoom } from '../../metering/rating/room.ts';
import { skuRoom } from '../../metering/sku/room.ts';
import { termRoom } from '../../metering/term/room.ts';
import { tierRoom } from '../../metering/tier/room.ts';
import { usageRoom } from '../../metering/usage/room.ts';
import { cashHoldRoom } from '../../money/cash-hold/room.ts';
import { frozenRoom } from '../../money/frozen/room.ts';
import { ledgerRoom } from '../../money/ledger/room.ts';
import { voucherRecordRoom } from '../../money/voucher/room.ts';
import { healthRoom } from '../../operation/health/room.ts';
import { accountRoom } from '../../party/account/room.ts';
import { accountInitVoucherRoom } from '../../party/account-init-voucher/room.ts';
import { appRoom } from '../../party/app/room.ts';
import { auditRecordRoom } from '../../party/audit-record/room.ts';
import { billingVersionRoom } from '../../party/billing-version/room.ts';
import { citizenRoom } from '../../party/citizen/room.ts';
import { contractRoom } from '../../party/contract/room.ts';
import { contractBlacklistRoom } from '../../party/contract-blacklist/room.ts';
import { contractKeyRoom } from '../../party/contract-key/room.ts';
import { contractLifecycleRoom } from '../../party/contract-lifecycle/room.ts';
import { datacloudOrderRoom } from '../../party/datacloud/ordering/room.ts';
import { datacloudRoom } from '../../party/datacloud/room.ts';
import { demoBookingRoom } from '../../party/demo-booking/room.ts';
import { featureGateRoom } from '../../party/feature-gate/room.ts';
import { identityRoom } from '../../party/identity/room.ts';
import { identityProviderRoom } from '../../party/identity-provider/room.ts';
import { kycInfoRoom } from '../../party/kyc-info/room.ts';
import { notificationRoom } from '../../party/notification/room.ts';
import { operatorRoom } from '../../party/operator/room.ts';
import { passkeyRoom } from '../../party/passkey/room.ts';
import { portraitRoom } from '../../party/portrait/room.ts';
import { regionRoom } from '../../party/region/room.ts';
import { registrationRoom } from '../../party/registration/room.ts';
import { roleRoom } from '../../party/role/room.ts';
import { secondFactorRoom } from '../../party/second-factor/room.ts';
import { sessionRoom } from '../../party/session/room.ts';
import { settingsRoom } from '../../party/settings/room.ts';
import { ssoRoom } from '../../party/sso/room.ts';
import { tokenRoom } from '../../party/token/room.ts';
import { tradeDefaultRoom } from '../../party/trade-default/room.ts';
import { verificationRoom } from '../../party/verification/room.ts';
import { attachmentRoom } from '../../sale/attachment/room.ts';
import { newContractRoom } from '../../sale/new-contract/room.ts';
import { newDatacloudRoom } from '../../sale/new-datacloud/room.ts';
import { offerComparisonRoom } from '../../sale/offer-comparison/room.ts';
import { offerDocumentRoom } from '../../sale/offer-document/room.ts';
import { privateOfferRoom } from '../../sale/private-offer/room.ts';
import { epochRoom } from '../epoch/room.ts';
import { focusRoom } from '../focus/room.ts';
import { testClockRoom } from '../test-clock/room.ts';
import { waitingRoom } from '../waiting/room.ts';

/**
 * All nouns: every room but those that look at the whole house. An archive of a contract is read in in this order, and
 * what comes round at one step of time does so in it.
 */
export const nouns: readonly Room[] = [
  ownRoom,
  epochRoom,
  testClockRoom,
  healthRoom,
  waitingRoom,
  appRoom,
  tokenRoom,
  registrationRoom,
  accountRoom,
  sessionRoom,
  passkeyRoom,
  settingsRoom,
  portraitRoom,
  operatorRoom,
  identityRoom,
  identityProviderRoom,
  ssoRoom,
  secondFactorRoom,
  accountInitVoucherRoom,
  citizenRoom,
  verificationRoom,
  demoBookingRoom,
  notificationRoom,
  tradeDefaultRoom,
  regionRoom,
  auditRecordRoom,
  featureGateRoom,
  contractBlacklistRoom,
  roleRoom,
  contractRoom,
  newContractRoom,
  kycInfoRoom,
  contractKeyRoom,
  billingVersionRoom,
  dueDateRoom,
  creditLimitRoom,
  gracePeriodRoom,
  usageRoom,
  ratingRoom,
  purchaseRoom,
  marketplaceRoom,
  accountPeriodRoom,
  holdRoom,
  withdrawalRoom,
  contractLifecycleRoom,
  attachmentRoom,
  privateOfferRoom,
  offerDocumentRoom,
  offerComparisonRoom,
  skuRoom,
  machineTypeRoom,
  discountRoom,
  tierRoom,
  priceRoom,
  purchaseBlacklistRoom,
  termRoom,
  datacloudRoom,
  datacloudOrderRoom,
  newDatacloudRoom,
  voucherRecordRoom,
  ledgerRoom,
  cashHoldRoom,
  closedMonthRoom,
  voucherRoom,
  bankRoom,
  frozenRoom,
  statementRoom,
  waitingMonthRoom,
  settlementRoom,
  calendarRoom,
  deductionRoom,
  availableBalanceRoom,
  balanceRoom,
  arrearsRoom,
  balanceWarningRoom,
  focusRoom,
];
