declare module '#platform/postgres/database.ts' {
  interface Database {
    kyc_info: {
      contract_id: string;
      enterprise_name: string | null;
      enterprise_social_id: string | null;
      enterprise_legal: string | null;
      contact_person: string | null;
      address: string | null;
      citizen_name: string | null;
      contact_phone: string | null;
      contact_email: string | null;
      person_social_id: string | null;
      key_id: string | null;
      said_at: Date;
    };
  }
}
