import { accountPeriodAudit } from '../account-period/account-period-audit.ts';
import { arrearsAudit } from '../arrears/arrears-audit.ts';
import { attachmentAudit } from '../attachment/attachment-audit.ts';
import { availableBalanceAudit } from '../available-balance/available-balance-audit.ts';
import { balanceAudit } from '../balance/balance-audit.ts';
import { balanceWarningAudit } from '../balance-warning/balance-warning-audit.ts';
import { bankAudit } from '../bank/bank-audit.ts';
import { billingVersionAudit } from '../billing-version/billing-version-audit.ts';
import { budgetAudit } from '../budget/budget-audit.ts';
import { contractAudit } from '../contract/contract-audit.ts';
import { contractArchiveAudit } from '../contract-archive/contract-archive-audit.ts';
import { contractBlacklistAudit } from '../contract-blacklist/contract-blacklist-audit.ts';
import { contractBuyerAudit } from '../contract-buyer/contract-buyer-audit.ts';
import { contractKeyAudit } from '../contract-key/contract-key-audit.ts';
import { contractLifecycleAudit } from '../contract-lifecycle/contract-lifecycle-audit.ts';
import { contractRoleAudit } from '../contract-role/contract-role-audit.ts';
import { costSharingAudit } from '../cost-sharing/cost-sharing-audit.ts';
import { costViewAudit } from '../cost-view/cost-view-audit.ts';
import { creditLimitAudit } from '../credit-limit/credit-limit-audit.ts';
import { datacloudAudit } from '../datacloud/datacloud-audit.ts';
import { datacloudTagAudit } from '../datacloud-tag/datacloud-tag-audit.ts';
import { deductionAudit } from '../deduction/deduction-audit.ts';
import { discountAudit } from '../discount/discount-audit.ts';
import { dueDateAudit } from '../due-date/due-date-audit.ts';
import { explanationAudit } from '../explanation/explanation-audit.ts';
import { featureGateAudit } from '../feature-gate/feature-gate-audit.ts';
import { focusAudit } from '../focus/focus-audit.ts';
import { focusExportAudit } from '../focus-export/focus-export-audit.ts';
import { frozenAudit } from '../frozen/frozen-audit.ts';
import { gracePeriodAudit } from '../grace-period/grace-period-audit.ts';
import { kycInfoAudit } from '../kyc-info/kyc-info-audit.ts';
import { marketplaceAudit } from '../marketplace/marketplace-audit.ts';
import { notificationAudit } from '../notification/notification-audit.ts';
import { offerComparisonAudit } from '../offer-comparison/offer-comparison-audit.ts';
import { offerDocumentAudit } from '../offer-document/offer-document-audit.ts';
import { priceAudit } from '../price/price-audit.ts';
import { privateOfferAudit } from '../private-offer/private-offer-audit.ts';
import { purchaseAudit } from '../purchase/purchase-audit.ts';
import { purchaseBlacklistAudit } from '../purchase-blacklist/purchase-blacklist-audit.ts';
import { regionAudit } from '../region/region-audit.ts';
import { statementAudit } from '../statement/statement-audit.ts';
import { statementProofAudit } from '../statement-proof/statement-proof-audit.ts';
import { tierAudit } from '../tier/tier-audit.ts';
import { voucherAudit } from '../voucher/voucher-audit.ts';
import { auditRecordAudit } from './audit-record-audit.ts';

/** The nouns whose calls a contract's audit can tell, in the order of the filter. Their words lie with each noun. */
export const auditedNouns = [
  contractAudit,
  contractRoleAudit,
  costSharingAudit,
  datacloudAudit,
  datacloudTagAudit,
  kycInfoAudit,
  statementAudit,
  bankAudit,
  billingVersionAudit,
  dueDateAudit,
  creditLimitAudit,
  discountAudit,
  privateOfferAudit,
  gracePeriodAudit,
  purchaseBlacklistAudit,
  voucherAudit,
  balanceWarningAudit,
  budgetAudit,
  costViewAudit,
  contractKeyAudit,
  marketplaceAudit,
  contractLifecycleAudit,
  contractArchiveAudit,
  contractBlacklistAudit,
  accountPeriodAudit,
  deductionAudit,
  purchaseAudit,
  focusAudit,
  focusExportAudit,
  statementProofAudit,
  explanationAudit,
  featureGateAudit,
  notificationAudit,
  offerComparisonAudit,
  offerDocumentAudit,
  availableBalanceAudit,
  balanceAudit,
  arrearsAudit,
  attachmentAudit,
  frozenAudit,
  priceAudit,
  tierAudit,
  regionAudit,
  contractBuyerAudit,
  auditRecordAudit,
] as const;
