import { CommandLineError, parseText } from '@escrow-kit/shared/command-line';
import { Option } from 'commander';

/** Which tenant of which sandbox a command is about. */
export interface Target {
  url: string;
  tenant: string;
  controlToken?: string | undefined;
}

/** What `trigger` makes happen, each with its meaning. */
export const triggers = {
  paid: 'opens a contract and pays it',
  completed: 'the same, then releases and completes it',
  'late-paid': "moves the tenant's clock past the deadline and pays; the clock does not move back",
  duplicate: 'pays; the event arrives twice',
  'out-of-order': 'pays and releases; the later event arrives first',
};

export type TriggerName = keyof typeof triggers;

/** The options of every command that uses a running sandbox. */
export const targetOptions: readonly Option[] = [
  new Option('--url <url>', 'address of the sandbox')
    .env('SANDBOX_URL')
    .default('http://127.0.0.1:4020')
    .argParser(parseUrl('--url')),
  new Option('--tenant <id>', 'tenant of the sandbox')
    .env('SANDBOX_TENANT')
    .default('default')
    .argParser(parseText('--tenant')),
  new Option('--control-token <token>', 'token for the control API')
    .env('SANDBOX_CONTROL_TOKEN')
    .argParser(parseText('--control-token')),
];

/** The end of a command that could not be done. */
export const failure = (message: string, cause?: unknown): CommandLineError =>
  new CommandLineError(message, { exitCode: 1, cause });

/** Does not repeat the address, which may hold a password. */
export function parseUrl(flag: string): (text: string) => string {
  return (text) => {
    if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
    throw new CommandLineError(`${flag} is not an address that begins with http:// or https://.`);
  };
}
