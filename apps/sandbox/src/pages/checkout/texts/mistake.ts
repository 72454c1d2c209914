/** The field of a mistake, and the status of the page that shows it. */
export interface MistakeDetails {
  /** The id of a field. */
  field: 'phone' | 'code' | 'method-1';
  status: number;
}

/** The status of a page that says to wait. */
export const tooManyRequests = 429;
const unprocessable = 422;
const paymentRequired = 402;

const mistakes = {
  phoneMissing: { field: 'phone', status: unprocessable },
  phoneInvalid: { field: 'phone', status: unprocessable },
  tooManyCodes: { field: 'phone', status: tooManyRequests },
  tooManyNewCodes: { field: 'code', status: tooManyRequests },
  codeClosed: { field: 'phone', status: unprocessable },
  codeMissing: { field: 'code', status: unprocessable },
  codeInvalid: { field: 'code', status: unprocessable },
  codeWrong: { field: 'code', status: unprocessable },
  methodMissing: { field: 'method-1', status: unprocessable },
  paymentDeclined: { field: 'method-1', status: paymentRequired },
} as const satisfies Record<string, MistakeDetails>;

/** The mistakes in a form. */
export type Mistake = keyof typeof mistakes;

/** Reads the name of a mistake that is shown after a redirect. */
export function toMistake(text: string | undefined): Mistake | undefined {
  return text !== undefined && Object.hasOwn(mistakes, text) ? (text as Mistake) : undefined;
}

/** The field of a mistake. */
export function describeMistake(mistake: Mistake): MistakeDetails {
  return mistakes[mistake];
}
