// What the file uses that `npx @escrow-kit/client generate` writes.
export {
  createEscrowClient,
  type EscrowClient,
  type EscrowClientOptions,
  type OperationInput,
  type TokenProvider,
} from '../index.ts';
export * from '../rules/functions.ts';
export { obtainToken, type TokenInput } from './obtain-token.ts';
