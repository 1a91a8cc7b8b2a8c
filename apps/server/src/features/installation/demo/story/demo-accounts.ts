import type { Role } from '@usance/api/contract/role';

/** The password of every demonstration account. */
export const demoPassword = 'Usance-demo-1';

interface DemoAccount {
  readonly identifier: string;
  readonly fullName: string;
  readonly position: string;
  /** The part of the person in the story, for which the sign-in page has words. */
  readonly part: 'admin' | 'finance' | 'auditor' | 'builder' | 'viewer' | 'market' | 'new';
  /** The role on the company's contract; the admin also holds the individual contract. */
  readonly role: Role | undefined;
}

export const demoAccounts: readonly DemoAccount[] = [
  { identifier: 'admin@demo.usance.dev', part: 'admin', fullName: 'Ada Marlowe', position: 'IT / DBA', role: 'admin' },
  {
    identifier: 'finance@demo.usance.dev',
    part: 'finance',
    fullName: 'Felix Okoro',
    position: 'Business Executive',
    role: 'billing_admin',
  },
  {
    identifier: 'auditor@demo.usance.dev',
    part: 'auditor',
    fullName: 'Ines Duarte',
    position: 'BI / Analyst',
    role: 'billing_viewer',
  },
  {
    identifier: 'builder@demo.usance.dev',
    part: 'builder',
    fullName: 'Bo Lindqvist',
    position: 'Data Engineer',
    role: 'dc_creator',
  },
  {
    identifier: 'viewer@demo.usance.dev',
    part: 'viewer',
    fullName: 'Vera Kim',
    position: 'Consultant',
    role: 'viewer',
  },
  {
    identifier: 'market@demo.usance.dev',
    part: 'market',
    fullName: 'Mika Aalto',
    position: 'IT / DBA',
    role: undefined,
  },
  {
    identifier: 'new@demo.usance.dev',
    part: 'new',
    fullName: 'Noor Haddad',
    position: 'Startup Founder',
    role: undefined,
  },
];

/** The same people with their password, as the sign-in page offers them. */
export const demoPeople = demoAccounts.map(({ identifier, fullName, part }) => ({
  ...{ identifier, fullName, part },
  password: demoPassword,
}));
