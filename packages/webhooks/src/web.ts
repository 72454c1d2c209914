// The exports that do not compute signatures, the same in index.ts and web.ts, are listed in platform-neutral.ts.
export * from './platform-neutral.ts';
export { createWebhookReceiver } from './web-crypto/create-webhook-receiver.ts';
export { sign, signedRequest } from './web-crypto/sign.ts';
export { constructEvent, verify, verifySignature } from './web-crypto/verify.ts';
