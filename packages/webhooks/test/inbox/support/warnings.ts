import { onTestFinished } from 'vitest';

/** The warnings of this package from now until the test ends. */
export function collectWarnings(): string[] {
  const warnings: string[] = [];
  const listen = ({ name, message }: Error) => void (name === 'EscrowWebhooksWarning' && warnings.push(message));
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  return warnings;
}
