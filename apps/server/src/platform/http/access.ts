import type { Access } from '@usance/api/call';
import { type Role, rolesAllow } from '@usance/api/role';
import type { Subject } from '../auth/subject.ts';
import { invalidSession, noPermission, notFound } from '../refusal.ts';

/** What the access hook asks the features: who holds which roles on a contract that exists. */
export interface RoleSource {
  /** Empty for a stranger and for an unknown contract alike. */
  rolesOn(accountId: string, contractId: string): Promise<readonly Role[]>;
}

/** Passes, or refuses: 401 without a session, 404 for a stranger, 403 for a role that does not allow it. */
export async function assertAccess(
  access: Access,
  subject: Subject,
  contractId: string | undefined,
  roles: RoleSource,
): Promise<void> {
  switch (access.kind) {
    case 'public':
      return;
    case 'internal':
      if (subject.kind !== 'internal') throw invalidSession();
      if (!subject.scopes.includes(access.scope)) throw noPermission('This token may not do that.');
      return;
    case 'signed-in':
      if (subject.kind !== 'account') throw invalidSession();
      return;
    case 'contract': {
      if (subject.kind !== 'account') throw invalidSession();
      const held = contractId === undefined ? [] : await roles.rolesOn(subject.accountId, contractId);
      if (held.length === 0) throw notFound('contract');
      if (!rolesAllow(held, access.scope)) throw noPermission();
    }
  }
}
