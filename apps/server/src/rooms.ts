import { accountPeriodRoom } from './features/billing/account-period/room.ts';
import { arrearsRoom } from './features/billing/arrears/room.ts';
import { availableBalanceRoom } from './features/billing/available-balance/room.ts';
import { balanceRoom } from './features/billing/balance/room.ts';
import { balanceWarningRoom } from './features/billing/balance-warning/room.ts';
import { bankRoom } from './features/billing/bank/room.ts';
import { calendarRoom } from './features/billing/calendar/room.ts';
import { creditLimitRoom } from './features/billing/credit-limit/room.ts';
import { deductionRoom } from './features/billing/deduction/room.ts';
import { dueDateRoom } from './features/billing/due-date/room.ts';
import { gracePeriodRoom } from './features/billing/grace-period/room.ts';
import { holdRoom } from './features/billing/hold/room.ts';
import { purchaseRoom } from './features/billing/purchase/room.ts';
import { statementRoom } from './features/billing/statement/room.ts';
import { waitingMonthRoom } from './features/billing/statement/waiting/room.ts';
import { voucherRoom } from './features/billing/voucher/room.ts';
import { withdrawalRoom } from './features/billing/withdrawal/room.ts';
import { contractArchiveRoom } from './features/installation/contract-archive/room.ts';
import { focusRoom } from './features/installation/focus/room.ts';
import { reencryptRoom } from './features/installation/reencrypt/room.ts';
import { testClockRoom } from './features/installation/test-clock/room.ts';
import { verifyRoom } from './features/installation/verify/room.ts';
import { waitingRoom } from './features/installation/waiting/room.ts';
import { marketplaceRoom } from './features/marketplace/room.ts';
import { discountRoom } from './features/metering/discount/room.ts';
import { machineTypeRoom } from './features/metering/machine-type/room.ts';
import { priceRoom } from './features/metering/price/room.ts';
import { purchaseBlacklistRoom } from './features/metering/purchase-blacklist/room.ts';
import { skuRoom } from './features/metering/sku/room.ts';
import { tierRoom } from './features/metering/tier/room.ts';
import { usageRoom } from './features/metering/usage/room.ts';
import { frozenRoom } from './features/money/frozen/room.ts';
import { healthRoom } from './features/operation/health/room.ts';
import { accountRoom } from './features/party/account/room.ts';
import { accountInitVoucherRoom } from './features/party/account-init-voucher/room.ts';
import { appRoom } from './features/party/app/room.ts';
import { auditRecordRoom } from './features/party/audit-record/room.ts';
import { billingVersionRoom } from './features/party/billing-version/room.ts';
import { citizenRoom } from './features/party/citizen/room.ts';
import { contractRoom } from './features/party/contract/room.ts';
import { contractBlacklistRoom } from './features/party/contract-blacklist/room.ts';
import { contractKeyRoom } from './features/party/contract-key/room.ts';
import { contractLifecycleRoom } from './features/party/contract-lifecycle/room.ts';
import { datacloudOrderRoom } from './features/party/datacloud/ordering/room.ts';
import { datacloudRoom } from './features/party/datacloud/room.ts';
import { demoBookingRoom } from './features/party/demo-booking/room.ts';
import { featureGateRoom } from './features/party/feature-gate/room.ts';
import { identityRoom } from './features/party/identity/room.ts';
import { identityProviderRoom } from './features/party/identity-provider/room.ts';
import { kycInfoRoom } from './features/party/kyc-info/room.ts';
import { notificationRoom } from './features/party/notification/room.ts';
import { operatorRoom } from './features/party/operator/room.ts';
import { passkeyRoom } from './features/party/passkey/room.ts';
import { portraitRoom } from './features/party/portrait/room.ts';
import { regionRoom } from './features/party/region/room.ts';
import { registrationRoom } from './features/party/registration/room.ts';
import { roleRoom } from './features/party/role/room.ts';
import { secondFactorRoom } from './features/party/second-factor/room.ts';
import { sessionRoom } from './features/party/session/room.ts';
import { settingsRoom } from './features/party/settings/room.ts';
import { ssoRoom } from './features/party/sso/room.ts';
import { tokenRoom } from './features/party/token/room.ts';
import { tradeDefaultRoom } from './features/party/trade-default/room.ts';
import { verificationRoom } from './features/party/verification/room.ts';
import { attachmentRoom } from './features/sale/attachment/room.ts';
import { newContractRoom } from './features/sale/new-contract/room.ts';
import { newDatacloudRoom } from './features/sale/new-datacloud/room.ts';
import { offerComparisonRoom } from './features/sale/offer-comparison/room.ts';
import { offerDocumentRoom } from './features/sale/offer-document/room.ts';
import { privateOfferRoom } from './features/sale/private-offer/room.ts';
import { ownRoom } from './platform/house/own-room.ts';
import type { Room } from './platform/house/room.ts';

/** All nouns of the house. What comes round at one step of time does so in this order. */
export const rooms: readonly Room[] = [
  ownRoom,
  healthRoom,
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
  priceRoom,
  discountRoom,
  tierRoom,
  purchaseBlacklistRoom,
  datacloudRoom,
  datacloudOrderRoom,
  newDatacloudRoom,
  voucherRoom,
  bankRoom,
  frozenRoom,
  statementRoom,
  waitingMonthRoom,
  calendarRoom,
  deductionRoom,
  availableBalanceRoom,
  balanceRoom,
  arrearsRoom,
  balanceWarningRoom,
  focusRoom,
  reencryptRoom,
  contractArchiveRoom,
  verifyRoom,
  testClockRoom,
  waitingRoom,
];
