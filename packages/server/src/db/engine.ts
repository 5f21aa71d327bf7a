// The two database engines that Linnet runs on.

export type Engine = 'sqlite' | 'postgres'
