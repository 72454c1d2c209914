import { SandboxStartError } from '../start-error.ts';
import { isLoopbackHost } from './is-loopback-host.ts';

/** Refuses to start where others could control the sandbox: the control API pays, and shows personal data. */
export function checkControlToken(host: string, controlToken: string | undefined): void {
  if (controlToken === '') throw new SandboxStartError('The control token is empty. Give one, or leave it out.');
  if (controlToken !== undefined || isLoopbackHost(host)) return;
  throw new SandboxStartError(
    `Others reach the sandbox at ${host}. Give it a control token with --control-token, or listen on 127.0.0.1.`,
  );
}
