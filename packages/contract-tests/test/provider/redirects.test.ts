import { expect, test } from 'vitest';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { serve } from '../support/serve.ts';

test('a redirect is not followed, so no token is sent elsewhere, and blames nobody', async () => {
  const visits: (string | undefined)[] = [];
  const elsewhere = await serve((request, response) => {
    visits.push(request.url);
    response.end();
  });
  const identity = await serve((request, response) => {
    response.writeHead(307, { location: `${elsewhere}${request.url}` }).end();
  });
  const credentials = { organizationToken: 'organization-1' };

  const { interactions } = await verifyDeployment({ hosts: { identity }, credentials }, { rules: ['USER-1'] });

  expect(visits).toEqual([]);
  const text = `something else than the service answered: 307 to ${elsewhere}/realms/service/service-partner/customers, no body`;
  expect(interactions[0]).toMatchObject({ outcome: 'not checkable', reason: { kind: 'not-the-service', text } });
});
