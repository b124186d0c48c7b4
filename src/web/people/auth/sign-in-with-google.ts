/** What is asked of the records client: a window of Google's, and what came of it. */
type GoogleUsers = { authWithOAuth2: (how: { provider: 'google'; createData: object }) => Promise<unknown> };

/** Signs in with Google; `onSuccess` runs only when there is a result. A refusal is thrown on. */
export async function signInWithGoogle(users: GoogleUsers, onSuccess: () => void): Promise<void> {
  const result = await users.authWithOAuth2({ provider: 'google', createData: {} });
  if (result) onSuccess();
}
