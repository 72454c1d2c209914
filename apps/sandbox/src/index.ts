export {
  type Control,
  ControlError,
  type ControlOptions,
  type ControlSchema,
  type CreatedTenant,
  createControl,
} from '@escrow-kit/sandbox-control';
export { type Credentials, defaultCredentials } from './domain/tenants/credentials.ts';
export { SandboxStartError } from './start-error.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts';
