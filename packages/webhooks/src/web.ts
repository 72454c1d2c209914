// The exports that do not compute signatures, the same in index.ts and web.ts, are listed in platform-neutral.ts.
export * from './platform-neutral.ts';
export {
  constructEvent,
  createWebhookReceiver,
  sign,
  signedRequest,
  verify,
  verifySignature,
} from './platforms/web.ts';
