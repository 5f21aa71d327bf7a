// The error for a move that was refused for a reason that the operator can fix.
export class NotMoved extends Error {}
