// Imported first by every command of ours: what this process and its children make is for their own account alone.
process.umask(0o077);
