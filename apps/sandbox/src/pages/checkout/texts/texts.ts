import type { Mistake } from './mistake.ts';
import type { Problem } from './problem.ts';

/** The texts of a problem: what happened, and what the buyer can do. */
interface ProblemTexts {
  title: string;
  what: string;
  remedy: string;
}

/** All texts of the checkout in one language. A missing text does not type-check. */
export interface Texts {
  /** The language's own name, and the label of the switch to it. */
  languageName: string;
  checkout: string;
  errorPrefix: string;
  testMode: string;
  testModeNote: string;
  languages: string;
  backToShop: (organization: string) => string;
  closeWindow: string;
  problems: Record<Problem, ProblemTexts>;
  continueCheckout: string;
  openAgain: string;
  openInNewWindow: string;
  openInNewWindowNote: string;
  errors: { title: string } & Record<Mistake, string>;
  summary: {
    title: string;
    item: string;
    description: string;
    contract: string;
    seller: string;
    namelessSeller: (phoneEnding: string) => string;
    organization: string;
    deadline: string;
    /** Adds the time zone. */
    deadlineMoment: (moment: string) => string;
    total: string;
    escrowNote: string;
    untitled: string;
  };
  signIn: {
    title: (organization: string) => string;
    intro: string;
    phone: string;
    phoneHint: string;
    send: string;
    codeTitle: string;
    codeIntro: (phone: string) => { before: string; phone: string; after: string };
    code: string;
    codeHint: string;
    consentNote: string;
    submit: string;
    newCode: string;
    newCodeSent: string;
    otherPhone: string;
    sandboxNote: string;
    showCode: string;
  };
  consent: {
    title: string;
    intro: (organization: string) => string;
    give: string;
    decline: string;
    declinedTitle: string;
    declinedIntro: (organization: string) => string;
    change: string;
  };
  payment: {
    title: string;
    choose: string;
    outcome: string;
    outcomeHint: string;
    succeeds: string;
    declines: string;
    pay: (amount: string) => string;
    /** The button while nothing is paid yet. */
    goOn: string;
    cancel: string;
    transferPending: string;
    showTransfer: string;
    names: Record<KnownMethod, string>;
    hints: Record<MethodKind, string>;
  };
  transfer: {
    title: string;
    intro: string;
    waiting: string;
    amount: string;
    iban: string;
    beneficiary: string;
    beneficiaryName: (organization: string) => string;
    reference: string;
    referenceHint: string;
    check: string;
    otherMethod: string;
    sandboxNote: string;
    confirm: string;
  };
  paid: { title: string; held: string; released: string };
  returning: { paid: string; pending: string; unpaid: string; intro: string; link: string };
}

/** Methods with a name here. Any other is shown as in the organization's settings. */
export type KnownMethod =
  | 'CREDIT_CARD'
  | 'DEBIT_CARD'
  | 'CARD'
  | 'MADA'
  | 'WALLET'
  | 'APPLE_PAY'
  | 'GOOGLE_PAY'
  | 'STC_PAY'
  | 'INSTALLMENTS'
  | 'TABBY'
  | 'TAMARA'
  | 'MANUAL_BANK_TRANSFER';

/** The kinds of methods, by what the buyer does. */
export type MethodKind = 'card' | 'wallet' | 'installments' | 'transfer' | 'other';
