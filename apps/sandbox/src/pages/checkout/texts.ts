const signInOrStartAgain = 'Sign in with your phone number below, or go back to the shop and start the payment again.';
const startAgain = 'Go back to the shop and start the payment again.';

/** The texts of the checkout. */
export const texts = {
  checkout: 'Secure checkout',
  errorPrefix: 'Error',
  testMode: 'Test mode',
  testModeNote: 'This is a sandbox. No real money moves.',
  backToShop: (organization: string) => `Back to ${organization}`,
  closeWindow: 'You can close this window.',
  /** Each problem with the status of its page. */
  problems: {
    linkIncomplete: {
      status: 400,
      title: 'This link is incomplete',
      what: 'Part of the payment link is missing, so we cannot tell which shop it is from.',
      remedy: startAgain,
    },
    foreignClient: {
      status: 403,
      title: 'This link is not valid',
      what: 'The payment link names a shop that we do not know.',
      remedy: startAgain,
    },
    unknownPayment: {
      status: 404,
      title: 'We cannot find this payment',
      what: 'This shop has no payment with the number in your link.',
      remedy: 'Check that the link is complete, or go back to the shop and start the payment again.',
    },
    ticketExpired: {
      status: 401,
      title: 'This link has expired',
      what: 'For your safety, a payment link expires after a few minutes.',
      remedy: signInOrStartAgain,
    },
    ticketUsed: {
      status: 401,
      title: 'This link was already used',
      what: 'For your safety, a payment link works only once. You were not charged.',
      remedy: signInOrStartAgain,
    },
    credentialUnknown: {
      status: 401,
      title: 'This link is not valid',
      what: 'This link does not belong to this payment.',
      remedy: signInOrStartAgain,
    },
    notBuyer: {
      status: 403,
      title: 'This payment belongs to someone else',
      what: 'You are not the buyer of this purchase, so you cannot pay for it.',
      remedy: 'If you are the buyer, sign in with the phone number used for the purchase.',
    },
    sessionExpired: {
      status: 401,
      title: 'Your session has expired',
      what: 'You were away for a while, so we signed you out. Nothing was lost.',
      remedy: signInOrStartAgain,
    },
    formRefused: {
      status: 403,
      title: 'We could not process this',
      what: 'The form has expired or was not sent from this page. Nothing was changed.',
      remedy: 'Open the payment again and repeat your last step.',
    },
    cookiesBlocked: {
      status: 403,
      title: 'Your browser blocks cookies for this page',
      what: 'Without cookies, we cannot keep you signed in. Nothing was changed.',
      remedy: 'Open the payment in a new window, or allow cookies for this page.',
    },
    notPayable: {
      status: 409,
      title: 'This payment is not ready yet',
      what: 'Not everyone in this purchase has accepted the invitation yet.',
      remedy: 'Open this link again once everyone has accepted. The shop can tell you who is missing.',
    },
    alreadyPaid: {
      status: 409,
      title: 'This is already paid',
      what: 'The payment was completed earlier, perhaps in another window. You were not charged again.',
      remedy: 'There is nothing left to do here.',
    },
    storeFull: {
      status: 503,
      title: 'The checkout is not available right now',
      what: 'We do not know whether your last step went through.',
      remedy: 'Wait a moment, then open the payment again to check its status.',
    },
    defect: {
      status: 500,
      title: 'Something went wrong on our side',
      what: 'We do not know whether your last step went through.',
      remedy: 'Open the payment again to check its status.',
    },
  },
  continueCheckout: 'Continue to payment',
  openAgain: 'Open the payment again',
  openInNewWindow: 'Open in a new window',
  copy: 'Copy',
  copied: 'Copied',
  errors: {
    title: 'There is a problem',
    phoneMissing: 'Enter your phone number.',
    phoneInvalid: 'Enter the phone number with its country code, such as +966 50 000 0000.',
    codeMissing: 'Enter the code that we sent to your phone.',
    codeInvalid: 'Enter the code as 6 digits.',
    codeWrong: 'This code is incorrect. Check it and try again.',
    codeClosed: 'This code can no longer be used. Enter your phone number to get a new one.',
    tooManyCodes: 'Too many codes were sent to this number. Wait 15 minutes and try again.',
    methodMissing: 'Choose how to pay.',
    paymentDeclined: 'Your payment was declined, and you were not charged. Try again or choose another way to pay.',
  },
  summary: {
    title: 'Your order',
    item: 'Item',
    description: 'Description',
    contract: 'Part of',
    seller: 'Sold by',
    namelessSeller: (phoneEnding: string) => `Seller with the phone number ending in ${phoneEnding}`,
    organization: 'Bought on',
    deadline: 'Deadline',
    deadlineMoment: (moment: string) => `${moment}, Riyadh time`,
    total: 'Total',
    escrowNote: 'We keep your money safe. The seller gets it only once the terms of your purchase are met.',
    untitled: 'Item without a title',
  },
  signIn: {
    title: (organization: string) => `Sign in to pay ${organization}`,
    intro: 'Enter the phone number used for this purchase. We will send you a code.',
    phone: 'Phone number',
    phoneHint: 'With country code, such as +966 50 000 0000',
    send: 'Send code',
    codeTitle: 'Enter your code',
    /** Before and after the phone number. */
    codeIntro: ['If ', ' is the buyer’s number, we have sent a 6-digit code to it. It is valid for 5 minutes.'],
    code: 'Code',
    codeHint: '6 digits',
    consentNote:
      'By signing in, you agree that the shop may set up payments for your orders. Nothing is paid until you press Pay.',
    submit: 'Sign in and agree',
    otherPhone: 'Get a new code or use another number',
    sandboxNote: 'This is a sandbox: no message is sent.',
    showCode: 'Read the code in the dashboard',
  },
  consent: {
    title: 'Before you pay',
    intro: (organization: string) =>
      `${organization} would like to set up payments for your orders. Nothing is paid until you press Pay.`,
    give: 'Agree and continue',
    decline: 'Decline',
    declinedTitle: 'You declined',
    declinedIntro: (organization: string) =>
      `${organization} cannot set up payments for your orders, and nothing was paid. You can still change your mind.`,
    change: 'Agree after all',
  },
  payment: {
    title: 'Choose how to pay',
    choose: 'Payment method',
    outcome: 'How should this test payment end?',
    outcomeHint: 'Only shown in test mode.',
    succeeds: 'It succeeds',
    declines: 'It is declined',
    pay: (amount: string) => `Pay ${amount}`,
    goOn: 'Continue',
    cancel: 'Cancel and go back',
    transferPending:
      'If you have already sent the transfer, wait for it to arrive. If not, you can pay another way. That cancels the transfer.',
    showTransfer: 'Show the bank transfer',
    names: {
      CREDIT_CARD: 'Credit card',
      MADA: 'mada',
      APPLE_PAY: 'Apple Pay',
      STC_PAY: 'stc pay',
      MANUAL_BANK_TRANSFER: 'Bank transfer',
    } as Record<string, string>,
    chargedImmediately: 'Charged immediately',
    transferHint: 'The account details are on the next page',
  },
  transfer: {
    title: 'Transfer the amount',
    intro: 'Send exactly this amount from your bank. Your payment is complete when the transfer arrives.',
    waiting: 'Waiting for your transfer',
    amount: 'Amount',
    iban: 'IBAN',
    beneficiary: 'Beneficiary',
    beneficiaryName: (organization: string) => `Escrow account for ${organization}`,
    reference: 'Reference',
    referenceHint: 'Include this reference so that we know the transfer is yours.',
    check: 'Check again',
    otherMethod: 'Choose another way to pay',
    sandboxNote: 'This is a sandbox: do not transfer real money.',
    confirm: 'Confirm the transfer in the dashboard',
  },
  paid: {
    title: 'This payment is complete',
    held: 'There is nothing left to pay. We keep your money safe.',
    released: 'There is nothing left to pay. The terms of your purchase are met, so the money goes to the seller.',
  },
  returning: {
    paid: 'Your payment is complete',
    pending: 'Waiting for your bank transfer',
    unpaid: 'Nothing was paid',
    intro: 'We are taking you back to the shop.',
    link: 'Go there now',
  },
};

/** The names of the problems. */
export type Problem = keyof typeof texts.problems;

/** The problems on opening the checkout. The visitor can sign in by phone instead. */
const openingProblems = ['ticketExpired', 'ticketUsed', 'credentialUnknown', 'notBuyer'] as const satisfies Problem[];
export type OpeningProblem = (typeof openingProblems)[number];

/** Reads the name of a problem that is shown at the URL without the ticket. */
export function toOpeningProblem(text: string | undefined): OpeningProblem | undefined {
  return openingProblems.find((problem) => problem === text);
}

/** Ends a request with the page that shows a problem to the buyer. */
export class CheckoutProblem extends Error {
  override name = 'CheckoutProblem';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`The checkout shows the problem ${problem}.`);
    this.problem = problem;
  }
}

/** The mistakes in a form. */
export type Mistake = Exclude<keyof typeof texts.errors, 'title'>;

/** The field of each mistake, by its id. */
export const mistakeFields = {
  phoneMissing: 'phone',
  phoneInvalid: 'phone',
  tooManyCodes: 'phone',
  codeClosed: 'phone',
  codeMissing: 'code',
  codeInvalid: 'code',
  codeWrong: 'code',
  methodMissing: 'method-1',
  paymentDeclined: 'method-1',
} as const satisfies Record<Mistake, string>;

/** The status of the page that shows a mistake. */
export function statusOf(mistake: Mistake): 402 | 422 | 429 {
  if (mistake === 'tooManyCodes') return 429;
  return mistake === 'paymentDeclined' ? 402 : 422;
}

/** Reads the name of a mistake that is shown after a redirect. */
export function toMistake(text = ''): Mistake | undefined {
  return Object.hasOwn(mistakeFields, text) ? (text as Mistake) : undefined;
}

/** The time zone of deadlines, which the texts name: that of the service's currency and IBANs. Our choice: not shown. */
const timeZone = 'Asia/Riyadh';

/** Dates are Gregorian, as in the service's timestamps. */
const locale = 'en-u-ca-gregory';

/** Writes an amount, such as SAR 1,000.00. A currency that is not an ISO 4217 code is written beside the number as it is. */
export function formatAmount({ amount, currency }: { amount: number; currency: string | null }): string {
  if (currency !== null && isCurrencyCode(currency)) {
    // Amounts have at most two decimals, even if the currency has more.
    return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 2 }).format(amount);
  }
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount);
  return currency === null ? number : `${number} ${currency}`;
}

function isCurrencyCode(text: string): boolean {
  return /^[A-Za-z]{3}$/.test(text);
}

/** Writes a time in our zone; undefined if it is not a timestamp. */
export function formatMoment(timestamp: string): string | undefined {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(date);
}

/** Writes an IBAN in groups of four, as banks do. */
export function formatIban(iban: string): string {
  return iban.replaceAll(/.{4}(?=.)/g, '$& ');
}

/** The name of a payment method for the buyer. Without one in the texts it is written in words: SOME_WALLET is Some wallet. */
export function formatMethod(method: string): string {
  const { names } = texts.payment;
  const name = Object.hasOwn(names, method) ? names[method] : undefined;
  const words = method.replaceAll('_', ' ').trim().toLowerCase();
  return name ?? (words === '' ? method : words.charAt(0).toUpperCase() + words.slice(1));
}
