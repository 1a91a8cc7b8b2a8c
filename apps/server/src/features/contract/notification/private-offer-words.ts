import type { Language } from '#platform/context/language.ts';
import type { ToldWith } from './happening.ts';
import type { Words } from './templates.ts';

type Told = ToldWith['private_offer'];

export function privateOfferWords(told: Told, language: Language): Words {
  return words[told.event ?? 'waits'][language](told);
}

type Telling = Readonly<Record<Language, (told: Told) => Words>>;

const words: Readonly<Record<NonNullable<Told['event']>, Telling>> = {
  waits: {
    en: ({ offer, validUntil }) => ({
      title: 'A private offer is waiting for you',
      text: `We have made you the offer “${offer}”.${validUntil ? ` It can be accepted until ${validUntil}.` : ''}`,
    }),
    zh: ({ offer, validUntil }) => ({
      title: '您有一份专属报价待确认',
      text: `我们为您提供了专属报价“${offer}”。${validUntil ? `请在 ${validUntil} 前确认。` : ''}`,
    }),
  },
  deadline: {
    en: ({ offer, validUntil }) => ({
      title: 'A private offer is about to expire',
      text: `The offer “${offer}” can be accepted until ${validUntil}.`,
    }),
    zh: ({ offer, validUntil }) => ({
      title: '专属报价即将过期',
      text: `请在 ${validUntil} 前确认专属报价“${offer}”。`,
    }),
  },
  accepted: {
    en: ({ offer }) => ({
      title: 'A private offer was accepted',
      text: `The offer “${offer}” was accepted. Its prices apply from its effective date.`,
    }),
    zh: ({ offer }) => ({
      title: '专属报价已接受',
      text: `专属报价“${offer}”已接受，其价格自生效日起适用。`,
    }),
  },
  rejected: {
    en: ({ offer }) => ({
      title: 'A private offer was rejected',
      text: `The offer “${offer}” was rejected. Nothing changes on your contract.`,
    }),
    zh: ({ offer }) => ({
      title: '专属报价已拒绝',
      text: `专属报价“${offer}”已被拒绝，合同保持不变。`,
    }),
  },
  withdrawn: {
    en: ({ offer }) => ({
      title: 'A private offer was withdrawn',
      text: `We have withdrawn the offer “${offer}”. It no longer applies.`,
    }),
    zh: ({ offer }) => ({
      title: '专属报价已撤回',
      text: `我们已撤回专属报价“${offer}”，该报价不再适用。`,
    }),
  },
  expired: {
    en: ({ offer }) => ({
      title: 'A private offer has expired',
      text: `The offer “${offer}” was not accepted in time.`,
    }),
    zh: ({ offer }) => ({ title: '专属报价已过期', text: `专属报价“${offer}”未在期限内接受。` }),
  },
  ended: {
    en: ({ offer }) => ({
      title: 'A private offer has ended',
      text: `The offer “${offer}” has reached its expiration date. Its prices no longer apply.`,
    }),
    zh: ({ offer }) => ({
      title: '专属报价已到期',
      text: `专属报价“${offer}”已到期，其价格不再适用。`,
    }),
  },
};
