export * from './exports/platform-neutral.ts';
export { createWebhookReceiver } from './node-crypto/create-webhook-receiver.ts';
export { sign, signedRequest } from './node-crypto/sign.ts';
export { constructEvent, verify, verifySignature } from './node-crypto/verify.ts';
