export * from './platform-neutral.ts';
export { createWebhookReceiver } from './web/create-webhook-receiver.ts';
export { sign, signedRequest } from './web/sign.ts';
export { constructEvent, verify, verifySignature } from './web/verify.ts';
