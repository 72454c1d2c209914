export {
  type Control,
  ControlError,
  type ControlOptions,
  type ControlSchema,
  type CreatedTenant,
  createControl,
} from '@escrow-kit/sandbox-control';
export { type Credentials, defaultCredentials } from './domain/credentials.ts';
export type { Sandbox, SandboxOptions } from './sandbox.ts';
export { SandboxStartError } from './start-error.ts';
export { startSandbox } from './start-sandbox.ts';
