/**
 * Why a store can't be used. `schema_refused`: the user may not create the schema. `store_not_ours`: the place holds something
 * else. `store_newer`: a newer version of the sandbox has written it.
 */
export type StoreErrorCode = 'schema_refused' | 'store_not_ours' | 'store_newer';

/** The tables could not be created. Nothing was changed. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, options?: ErrorOptions) {
    super(`The store can't be used: ${code}.`, options);
    this.name = 'StoreError';
    this.code = code;
  }
}
