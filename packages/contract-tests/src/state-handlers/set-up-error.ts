/** What is known about a call that leads to a state. */
interface FailedCall extends ErrorOptions {
  operationId?: string;
  status?: number;
}

/** A state could not be set up: a call that leads to it was refused or got no answer. */
export class SetUpError extends Error {
  readonly code = 'set-up';
  /** The operation of the call; undefined if it is not an operation of the document. */
  readonly operationId: string | undefined;
  /** The unexpected status of its answer, if that is the reason. */
  readonly status: number | undefined;

  constructor(message: string, { operationId, status, ...options }: FailedCall = {}) {
    super(message, options);
    this.name = 'SetUpError';
    this.operationId = operationId;
    this.status = status;
  }
}

/** A state can't be reached without another input. */
export class MissingInputError extends Error {
  readonly code = 'missing-input';
  /** What is missing; `control` stands for everything that needs a sandbox. */
  readonly kind: 'credential' | 'host' | 'control';

  constructor(kind: MissingInputError['kind'], message: string) {
    super(message);
    this.name = 'MissingInputError';
    this.kind = kind;
  }
}
