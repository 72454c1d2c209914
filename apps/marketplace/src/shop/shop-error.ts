/** Why the shop itself refused a request. */
export type ShopErrorCode = 'not_found' | 'not_yours' | 'not_payable' | 'form' | 'step_resolved';

export class ShopError extends Error {
  override name = 'ShopError';
  readonly code: ShopErrorCode;

  constructor(code: ShopErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
