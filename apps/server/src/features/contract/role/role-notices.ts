import type { Role } from '@usance/api/contract/role';
import type { TranslatedWords } from '#platform/message/message.ts';

interface Told {
  readonly role: Role;
  /** The contract's id only: its name is free text that must not reach mailboxes in our name. */
  readonly contractId: string;
  /** The e-mail of the person who made the change. */
  readonly by: string;
}

/** The mails to a person about a role on a contract. */
export const roleNotices = {
  granted: ({ role, contractId, by }) => ({
    en: {
      subject: 'You were granted a role on a Usance contract',
      text: `${by} has granted you the role ${role} on the contract ${contractId}. You find it among your contracts as you sign in.\n\nIf you do not know them, you need do nothing; tell us if it troubles you.`,
    },
    zh: {
      subject: '您已获得 Usance 合同的角色',
      text: `${by} 已授予您合同 ${contractId} 的角色 ${role}。登录后即可在您的合同列表中看到该合同。\n\n如果您不认识对方，无需进行任何操作；如有困扰，请联系我们。`,
    },
  }),
  brought: ({ role, contractId }: Omit<Told, 'by'>) => ({
    en: {
      subject: 'You were granted a role on a Usance contract',
      text: `Our support has brought the contract ${contractId} here from another installation, and has granted you the role ${role} on it, as you had it there. You find it among your contracts as you sign in.\n\nIf you do not know this contract, you need do nothing; tell us if it troubles you.`,
    },
    zh: {
      subject: '您已获得 Usance 合同的角色',
      text: `我们的支持人员已将合同 ${contractId} 从另一套系统迁移至此，并按原有设置授予您角色 ${role}。登录后即可在您的合同列表中看到该合同。\n\n如果您不了解该合同，无需进行任何操作；如有困扰，请联系我们。`,
    },
  }),
  lost: ({ role, contractId, by }) => ({
    en: {
      subject: 'A role of yours on a Usance contract was revoked',
      text: `${by} has revoked your role ${role} on the contract ${contractId}. What it allowed you is over at once.\n\nIf you think that it was a mistake, please ask an administrator of the contract.`,
    },
    zh: {
      subject: '您在 Usance 合同中的角色已被撤销',
      text: `${by} 已撤销您在合同 ${contractId} 的角色 ${role}，相应权限立即失效。\n\n如果您认为这是误操作，请联系该合同的管理员。`,
    },
  }),
} satisfies Readonly<Record<string, (told: Told) => TranslatedWords>>;
