/** The login of practice runs, which belongs to the practice portals and to no customer. */

/** Practice portals accept every name of this form, each with records of its own; the password is no secret. */
const PASSWORD = 'practice1234';

/** Returns the login of one practice job: no two jobs meet each other's filings. */
export const practiceLogin = (jobId: string): { username: string; password: string } => ({
  username: `practice-${jobId}`,
  password: PASSWORD,
});
