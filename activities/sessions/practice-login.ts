/** The login of practice runs, which belongs to the practice portals and to no customer. */

/** Practice portals accept every name in this format, each with its own records; the password is no secret. */
const PASSWORD = 'practice1234';

/** Returns the login of one practice job, so that no two jobs see each other's filings. */
export const practiceLogin = (jobId: string): { username: string; password: string } => ({
  username: `practice-${jobId}`,
  password: PASSWORD,
});
