/** API rule: the caller is an admin. Names the collection, too: another one's records may have a field `role` of their own. */
export const adminRule = "(@request.auth.collectionName = 'users' && @request.auth.role = 'admin')";
