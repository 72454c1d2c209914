/** A state could not be set up: a call that leads to it was refused or got no answer. */
export class SetUpError extends Error {
  readonly code = 'set-up';
  /** The operation of the call; undefined if it is not an operation of the document. */
  readonly operationId: string | undefined;

  constructor(message: string, { operationId, ...options }: ErrorOptions & { operationId?: string } = {}) {
    super(message, options);
    this.name = 'SetUpError';
    this.operationId = operationId;
  }
}

/** A call that leads to a state was answered with an unexpected status. */
export class RefusedCallError extends SetUpError {
  readonly status: number;

  constructor(message: string, { status, operationId }: { status: number; operationId: string }) {
    super(message, { operationId });
    this.name = 'RefusedCallError';
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
