import type { TranslatedWords } from '#platform/message/message.ts';

/** The mail to a customer for whom an operator acts; both are e-mail addresses. */
export const operatorActs = (operator: string, customer: string): TranslatedWords => ({
  en: {
    subject: 'Our support has opened your Usance account',
    text: `${operator} of our support sees your account ${customer} as you see it, for 15 minutes at most. They can change nothing of it, of your roles or of your contracts.\n\nYou find their session among yours in the console and can end it there. If you did not ask for help, please tell us.`,
  },
  zh: {
    subject: '我们的支持人员已进入您的 Usance 账号',
    text: `我们的支持人员 ${operator} 正以您的视角查看您的账号 ${customer}，最长 15 分钟。对方无法更改您的账号、角色或合同。\n\n您可以在控制台的会话列表中看到并结束该会话。如果您未曾寻求帮助，请联系我们。`,
  },
});
