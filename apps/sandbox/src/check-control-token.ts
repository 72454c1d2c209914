import { SandboxStartError } from './sandbox-start-error.ts';
import { isLoopbackHost } from './server/check-host.ts';

/** Throws if others could control the sandbox without a token: the control API can pay, and shows personal data. */
export function checkControlToken(host: string, controlToken: string | undefined): void {
  if (controlToken !== undefined && !/^[\x21-\x7E]+$/.test(controlToken)) {
    // It is sent in a header, as a bearer token.
    throw new SandboxStartError(
      'The control token is empty, or contains a space or a character beyond ASCII. Choose another one.',
    );
  }
  if (controlToken !== undefined || isLoopbackHost(host)) return;
  throw new SandboxStartError(
    `Others can reach the sandbox at ${host}. Set a control token with --control-token, or listen on 127.0.0.1.`,
  );
}
