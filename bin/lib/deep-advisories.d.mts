export function checkAdvisories(): Promise<boolean | undefined>;
export function judgeAudit(printed: string): boolean | undefined;
