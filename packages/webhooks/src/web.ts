export * from './exports/platform-neutral.ts';
export { createWebhookReceiver } from './web-crypto/create-webhook-receiver.ts';
export { sign, signedRequest } from './web-crypto/sign.ts';
export { constructEvent, verify, verifySignature } from './web-crypto/verify.ts';
