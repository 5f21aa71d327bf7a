// Why nothing was moved: what whoever runs the move can do something about.
export class NotMoved extends Error {}
