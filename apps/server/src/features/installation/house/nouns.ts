import { ownRoom } from '#platform/house/own-room.ts';
import type { Room } from '#platform/house/room.ts';
import { accountPeriodRoom } from '../../billing/account-period/room.ts';
import { arrearsRoom } from '../../billing/arrears/room.ts';
import { availableBalanceRoom } from '../../billing/available-balance/room.ts';
import { balanceRoom } from '../../billing/balance/room.ts';
import { balanceWarningRoom } from '../../billing/balance-warning/room.ts';
import { bankRoom } from '../../billing/bank/room.ts';
import { budgetRoom } from '../../billing/budget/room.ts';
import { calendarRoom } from '../../billing/calendar/room.ts';
import { costViewRoom } from '../../billing/cost-view/room.ts';
import { creditLimitRoom } from '../../billing/credit-limit/room.ts';
import { deductionRoom } from '../../billing/deduction/room.ts';
import { dueDateRoom } from '../../billing/due-date/room.ts';
import { explanationRoom } from '../../billing/explanation/room.ts';
import { focusExportRoom } from '../../billing/focus-export/room.ts';
import { gracePeriodRoom } from '../../billing/grace-period/room.ts';
import { holdRoom } from '../../billing/hold/room.ts';
import { purchaseRoom } from '../../billing/purchase/room.ts';
import { settlementRoom } from '../../billing/settlement/room.ts';
import { statementRoom } from '../../billing/statement/room.ts';
import { waitingMonthRoom } from '../../billing/statement/waiting/room.ts';
import { statementProofRoom } from '../../billing/statement-proof/room.ts';
import { withdrawalRoom } from '../../billing/withdrawal/room.ts';
import { auditRecordRoom } from '../../contract/audit-record/room.ts';
import { billingVersionRoom } from '../../contract/billing-version/room.ts';
import { contractRoom } from '../../contract/contract/room.ts';
import { contractBlacklistRoom } from '../../contract/contract-blacklist/room.ts';
import { contractKeyRoom } from '../../contract/contract-key/room.ts';
import { contractLifecycleRoom } from '../../contract/contract-lifecycle/room.ts';
import { costSharingRoom } from '../../contract/cost-sharing/room.ts';
import { datacloudOrderRoom } from '../../contract/datacloud/ordering/room.ts';
import { datacloudRoom } from '../../contract/datacloud/room.ts';
import { datacloudTagRoom } from '../../contract/datacloud/tagging/room.ts';
import { featureGateRoom } from '../../contract/feature-gate/room.ts';
import { kycInfoRoom } from '../../contract/kyc-info/room.ts';
import { notificationRoom } from '../../contract/notification/room.ts';
import { operatorRoom } from '../../contract/operator/room.ts';
import { regionRoom } from '../../contract/region/room.ts';
import { roleRoom } from '../../contract/role/room.ts';
import { tradeDefaultRoom } from '../../contract/trade-default/room.ts';
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
import { voucherRoom } from '../../money/voucher/room.ts';
import { healthRoom } from '../../operation/health/room.ts';
import { webVitalsRoom } from '../../operation/web-vitals/room.ts';
import { accountRoom } from '../../people/account/room.ts';
import { accountInitVoucherRoom } from '../../people/account-init-voucher/room.ts';
import { appRoom } from '../../people/app/room.ts';
import { citizenRoom } from '../../people/citizen/room.ts';
import { demoBookingRoom } from '../../people/demo-booking/room.ts';
import { identityRoom } from '../../people/identity/room.ts';
import { identityProviderRoom } from '../../people/identity-provider/room.ts';
import { passkeyRoom } from '../../people/passkey/room.ts';
import { portraitRoom } from '../../people/portrait/room.ts';
import { registrationRoom } from '../../people/registration/room.ts';
import { secondFactorRoom } from '../../people/second-factor/room.ts';
import { sessionRoom } from '../../people/session/room.ts';
import { settingsRoom } from '../../people/settings/room.ts';
import { ssoRoom } from '../../people/sso/room.ts';
import { tokenRoom } from '../../people/token/room.ts';
import { verificationRoom } from '../../people/verification/room.ts';
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
 * All nouns: every room except those that span the whole installation. Archives are read in, and rounds of one step of
 * time run, in this order.
 */
export const nouns: readonly Room[] = [
  ownRoom,
  epochRoom,
  testClockRoom,
  healthRoom,
  webVitalsRoom,
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
  costSharingRoom,
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
  datacloudTagRoom,
  datacloudOrderRoom,
  newDatacloudRoom,
  voucherRoom,
  ledgerRoom,
  cashHoldRoom,
  closedMonthRoom,
  bankRoom,
  frozenRoom,
  statementRoom,
  statementProofRoom,
  explanationRoom,
  focusExportRoom,
  waitingMonthRoom,
  settlementRoom,
  calendarRoom,
  deductionRoom,
  availableBalanceRoom,
  balanceRoom,
  arrearsRoom,
  balanceWarningRoom,
  budgetRoom,
  costViewRoom,
  focusRoom,
];
