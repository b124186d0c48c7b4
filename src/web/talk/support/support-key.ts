/** Under which all that is read of support requests is kept. */
export const supportKey = ['support'] as const;
