import { enterpriseKyc, type KycInfo, personKyc } from '@usance/api/contract/kyc-info';
import * as m from '../../i18n/messages.gen.ts';

type Said = Exclude<keyof KycInfo, 'contractId' | 'buyerType' | 'isComplete' | 'isPlausible'>;

interface KycField {
  readonly name: Said;
  readonly label: () => string;
  readonly longest: number;
  readonly type?: 'tel' | 'email';
  /** True if its check digit is checked. */
  readonly hasCheckDigit?: boolean;
}

const phone: KycField = { name: 'contactPhone', label: m.kyc_info_contact_phone, longest: 11, type: 'tel' };
const email: KycField = { name: 'contactEmail', label: m.kyc_info_contact_email, longest: 254, type: 'email' };
/** The contract's name, which the page already shows elsewhere. */
const tags: KycField = { name: 'tags', label: m.kyc_info_tags, longest: 100 };

interface KycForm {
  /** The rules are the call's own. */
  readonly body: typeof enterpriseKyc | typeof personKyc;
  /** The fields of this kind of buyer, in display order. */
  readonly fields: readonly KycField[];
}

/** The forms of an enterprise and of a person. */
export const kycForms: Readonly<Record<KycInfo['buyerType'], KycForm>> = {
  E: {
    body: enterpriseKyc,
    fields: [
      tags,
      { name: 'enterpriseName', label: m.kyc_info_enterprise_name, longest: 200 },
      { name: 'enterpriseSocialId', label: m.kyc_info_enterprise_social_id, longest: 64, hasCheckDigit: true },
      { name: 'enterpriseLegalName', label: m.kyc_info_enterprise_legal_name, longest: 100 },
      { name: 'enterpriseLegalSocialId', label: m.kyc_info_enterprise_legal_social_id, longest: 64 },
      { name: 'contactPerson', label: m.kyc_info_contact_person, longest: 100 },
      phone,
      email,
      { name: 'address', label: m.kyc_info_registered_address, longest: 300 },
    ],
  },
  P: {
    body: personKyc,
    fields: [
      tags,
      { name: 'citizenName', label: m.kyc_info_citizen_name, longest: 100 },
      { name: 'citizenSocialId', label: m.kyc_info_citizen_social_id, longest: 18, hasCheckDigit: true },
      phone,
      email,
      { name: 'address', label: m.kyc_info_address, longest: 300 },
    ],
  },
};
