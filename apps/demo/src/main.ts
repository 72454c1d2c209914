import { startSandbox } from '@escrow-kit/sandbox';
import { runMainJob } from './main-job.ts';
import { serveEvents } from './received-events.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const webhookSecret = 'whsec_demo';
const events = await serveEvents(webhookSecret);
const sandbox = await startSandbox({ webhookUrl: events.url, webhookSecret });
try {
  print(`The main job of an escrow integration, against the sandbox at ${sandbox.url}.`);
  const { clientId, clientSecret, tokens } = sandbox.credentials;
  await runMainJob(
    {
      url: sandbox.url,
      organizationToken: tokens.organization,
      clientAdminToken: tokens.clientAdmin,
      clientId,
      clientSecret,
      events,
      buyer: {
        async pay(checkoutUrl) {
          const { session } = await sandbox.control.openCheckout(checkoutUrl);
          await sandbox.control.giveCheckoutConsent(session, true);
          await sandbox.control.payCheckout(session);
        },
      },
      operator: {
        release: (milestoneId) => sandbox.control.release(milestoneId),
        complete: (milestoneId) => sandbox.control.complete(milestoneId),
      },
    },
    print,
  );
} finally {
  await sandbox.close();
  await events.close();
}
