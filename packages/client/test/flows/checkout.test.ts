import { browserAddresses } from '@escrow-kit/spec/test-support/schema-cases';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../support/failure-of.ts';
import { printsOf } from '../support/prints-of.ts';
import { clientOf } from '../support/scripted-client.ts';
import { createFakeService, serve } from './fake-service.ts';
import { flowsOn } from './inputs.ts';

const checkoutToOpen = {
  milestoneId: 'milestone_1',
  returnUrl: 'https://shop.example/back?order=1',
  buyer: '+966500000001',
};

const credentials = {
  baseUrl: 'http://service.example',
  clientId: 'client',
  clientSecret: 'secret',
  tokens: { clientAdmin: 'adm' },
  retry: { max: 0 },
};

describe('checkout', () => {
  it('starts the payment, then requests the ticket for its short id, over HTTP (TICKET-2), and prints no ticket (TICKET-6)', async () => {
    const service = createFakeService();
    const forms: string[] = [];
    const url = await serve(async (request) => {
      if (request.method === 'POST') forms.push(await request.clone().text());
      return service.fetch(request);
    });

    const opened = await flowsOn(globalThis.fetch, { baseUrl: url }).checkout(checkoutToOpen);

    expect(service.carriedOut).toEqual(['startPayment', 'requestTicket']);
    expect(opened).toMatchObject({ shortId: 'short_1', paymentMethods: ['CARD'], expiresIn: 300 });
    expect(opened.redirectUrl.reveal()).toBe(
      'https://checkout.escrow.example/external/short_1?client_id=client&payment_methods=CARD&ticket=ticket-2',
    );
    expect(opened.checkoutUrl).not.toContain('ticket');
    expect(printsOf([opened, { ...opened }])).not.toContain('ticket-2');
    expect(new URLSearchParams(forms[0]).get('scope')).toBe('payment:short_1');
    expect(new URLSearchParams(forms[0]).get('login_hint')).toBe('+966500000001');
  });

  it.each(browserAddresses)('PAY-1d sends the return address %s as a browser serializes it', async (returnUrl) => {
    const service = createFakeService();
    const sent: unknown[] = [];
    const fetch = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.includes('startPayment')) sent.push(Object.fromEntries(searchParams));
      return service.fetch(request);
    };

    await flowsOn(fetch).checkout({ ...checkoutToOpen, returnUrl });

    const query = { redirectUrl: new URL(returnUrl).href, paymentType: 'PURCHASE' };
    expect(sent).toEqual([query]);
    const path = { milestoneId: 'milestone_1', clientId: 'client' };
    expect(createRequestValidator('startPayment')({ path, query })).toEqual([]);
  });

  it('lists all that is wrong in one error, by the names of its own fields', async () => {
    const service = createFakeService();
    const given = { ...checkoutToOpen, buyer: '+9660500000001', returnUrl: '/paid', millestoneId: 'm' };

    const error = await failureOf(flowsOn(service.fetch).checkout(given as never));

    expect(error).toMatchObject({ violations: [{ path: 'buyer' }, { path: 'millestoneId' }, { path: 'returnUrl' }] });
    expect(service.carriedOut).toEqual([]);
  });

  it.each<[name: string, given: object, problem: string]>([
    ['buyer', { buyer: '0500000001' }, 'buyer is a phone number without a plus sign and country code'],
    ['returnUrl', { returnUrl: '/paid' }, 'returnUrl must be an absolute URL'],
    ['milestoneId', { milestoneId: undefined }, 'milestoneId is missing'],
    ['redirectUrl', { redirectUrl: 'https://shop.example/' }, 'redirectUrl is unknown'],
  ])('sends nothing if %s is %j, and names it', async (_name, given, problem) => {
    const service = createFakeService();

    const error = await failureOf(flowsOn(service.fetch).checkout({ ...checkoutToOpen, ...given } as never));

    expect(error).toMatchObject({ code: 'rule_violation', operationId: 'checkout', attempts: 0 });
    expect(error.message).toContain(problem);
    expect(error.message).not.toContain('Send redirectUrl');
    expect(service.carriedOut).toEqual([]);
  });

  it.each([
    ['another host', 'https://evil.example/external/short_1', ['https://pay.example']],
    ['a host that nobody named', 'https://pay.example/external/short_1', undefined],
  ])('requests no ticket if the checkout URL has %s (CHECKOUT-1)', async (_what, data, checkoutHosts) => {
    const { client, requests } = clientOf([Response.json({ data })], { ...credentials, checkoutHosts });

    const error = await failureOf(client.flows.checkout(checkoutToOpen));

    expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('checkoutHosts') });
    expect((error as Error).message).toContain(`add ${new URL(data).origin} to`);
    expect(requests).toHaveLength(1);
  });

  it("redirects to one of the client's own hosts (CHECKOUT-1)", async () => {
    const hosts = { contract: 'http://service.example', identity: 'https://identity.example/v1' };
    const started = Response.json({ data: 'https://identity.example/external/short_1' });
    const ticket = Response.json({ ticket: 't-1', expiresIn: 300 });
    const { client } = clientOf([started, ticket], { ...credentials, hosts });

    const opened = await client.flows.checkout(checkoutToOpen);

    expect(opened.redirectUrl.reveal()).toBe('https://identity.example/external/short_1?ticket=t-1');
  });
});
