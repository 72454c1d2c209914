import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import type { WebhookReceiver } from '../receiver/receiver.ts';
import { bodyOfMessage } from './node.ts';

/** Options of the plugin. */
export interface WebhookPluginOptions {
  receiver: WebhookReceiver;
  /** The path of the webhooks, under the prefix of the registration. Default: `/`. */
  path?: string;
}

/**
 * A receiver as a Fastify plugin. It reads the raw body in its own scope, so other routes still get parsed JSON.
 * @example app.register(webhookPlugin, { receiver, path: '/webhooks' });
 */
export const webhookPlugin: FastifyPluginAsync<WebhookPluginOptions> = async (scope, { receiver, path = '/' }) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  scope.all(path, async ({ method, headers, body, raw }, reply) => {
    const answer = await receiver.receive({
      method,
      headers,
      body: body && bodyOfMessage(body as IncomingMessage),
      remoteAddress: raw.socket.remoteAddress,
    });
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
};
