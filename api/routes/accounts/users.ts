/** Routes of spec section 7 "Users" about one's own account; those of administrators are in admin-users.ts. */
import type { Deps } from '#api/deps.ts';
import { updateProfile } from '#api/domain/accounts/accounts.ts';
import { userDetails } from '#api/domain/accounts/user-details.ts';
import { serve } from '#api/routes/serve.ts';

export function userRoutes(deps: Deps) {
  const { db } = deps;
  return serve(deps, {
    'GET /api/users/:userId': async ({ params }) => ({ user: await userDetails(deps, params.userId) }),
    'PUT /api/users/:userId/profile': async ({ user, body }) => ({
      message: 'Profile updated successfully!',
      user: await updateProfile(db, user.id, body),
    }),
  });
}
