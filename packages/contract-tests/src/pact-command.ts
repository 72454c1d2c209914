#!/usr/bin/env node
/** Pact's own tools over the pacts of this package: writes them under another name, or verifies a provider by them. */
import { parseArgs } from 'node:util';
import { writePacts } from './prepare-pacts.ts';

const usage = `Usage:
  contract-tests-pact write --output FOLDER [--consumer NAME] [--only-stated] [--only-calls]
  contract-tests-pact verify --provider-url URL --states-url URL [--only-stated] [--only-calls]

write   writes the pacts, under the name of your integration, for your broker.
verify  runs Pact's own verifier. --states-url gets POST {"state": …, "params": {…}} and answers with the values of the
        state as JSON: states.md of this package has them all.

--only-stated leaves out what the description of the service does not state, --only-calls what needs a sandbox.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    output: { type: 'string' },
    consumer: { type: 'string' },
    'provider-url': { type: 'string' },
    'states-url': { type: 'string' },
    'only-stated': { type: 'boolean' },
    'only-calls': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const { output, consumer, 'provider-url': providerUrl, 'states-url': statesUrl } = values;
const options = { consumer, onlyStated: values['only-stated'], onlyCalls: values['only-calls'] };
const [command] = positionals;

if (values.help) process.stdout.write(usage);
else if (command === 'write' && output) process.stdout.write(`${writePacts(output, options).join('\n')}\n`);
else if (command === 'verify' && providerUrl && statesUrl) {
  const { verifyWithPact } = await import('./verify-with-pact.ts');
  await verifyWithPact({ providerUrl, statesUrl, ...options }).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
} else {
  process.stderr.write(usage);
  process.exitCode = 2;
}
