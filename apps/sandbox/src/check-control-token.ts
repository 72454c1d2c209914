import { SandboxStartError } from './sandbox-start-error.ts';
import { isLoopbackHost } from './server/check-host.ts';

/** Refuses to start where others could control the sandbox: the control API pays, and shows personal data. */
export function checkControlToken(host: string, controlToken: string | undefined): void {
  if (controlToken !== undefined && !/^[\x21-\x7E]+$/.test(controlToken)) {
    // It is sent as a bearer token, in a header.
    throw new SandboxStartError(
      'The control token is empty, or has a space or a letter beyond ASCII. Give another one.',
    );
  }
  if (controlToken !== undefined || isLoopbackHost(host)) return;
  throw new SandboxStartError(
    `Others reach the sandbox at ${host}. Give it a control token with --control-token, or listen on 127.0.0.1.`,
  );
}
