import { exampleTokens, startPrismMock } from '@escrow-kit/prism-mock';
import { runMainJob } from './main-job.ts';
import { preferAnotherExample } from './prefer-another-example.ts';

const mock = await startPrismMock({ port: 0 });
const print = (line: string) => process.stdout.write(`${line}\n`);
try {
  print(`The main job of an escrow integration, against the mock at ${mock.url}.`);
  await runMainJob(
    {
      url: mock.url,
      organizationToken: exampleTokens.organization,
      clientAdminToken: exampleTokens.clientAdmin,
      clientId: 'sandbox-client',
      clientSecret: 'sandbox-secret',
      onRequest: preferAnotherExample(),
    },
    print,
  );
} finally {
  await mock.close();
}
