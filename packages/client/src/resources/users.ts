import type { Call } from '../calls/call.ts';
import type { AnswerBody } from '../document/operation-types.ts';
import type { LinkUserRequest, UpdateUserRequest } from '../document/schemas.ts';
import type { CallOptions } from '../transport/call-options.ts';

/** The answer of `users.link`: the linked user in `data`, with the token of the user as a secret. */
interface LinkUserAnswer extends AnswerBody<'linkUser', 200> {}

/** The answer of `users.get`: the user's record in `data`. */
interface UserAnswer extends AnswerBody<'getUser', 200> {}

/** The generic Users API. Takes the API key (AUTH-11). It has rate limits; the names of their headers are not shown (UAPI-6). */
export interface Users {
  /** Links a user (UAPI-1). Returns the whole envelope: `success`, `data`, `meta`. */
  link(user: LinkUserRequest, options?: CallOptions): Promise<LinkUserAnswer>;
  /**
   * Reads a user (UAPI-2). Returns the whole envelope: `success`, `data`, `meta`.
   * @param userId The `user_id` that linking returned, such as `usr_…`.
   */
  get(userId: string, options?: CallOptions): Promise<UserAnswer>;
  /**
   * Changes name, phone or metadata (UAPI-3). The answer is not shown.
   * @param userId The `user_id` that linking returned, such as `usr_…`.
   */
  update(userId: string, changes: UpdateUserRequest, options?: CallOptions): Promise<void>;
}

/** Creates the calls. */
export const createUsers = (call: Call): Users => ({
  link: (body, options) => call('linkUser', { body }, options),
  get: (userId, options) => call('getUser', { path: { userId } }, options),
  async update(userId, body, options) {
    await call('updateUser', { path: { userId }, body }, options);
  },
});
