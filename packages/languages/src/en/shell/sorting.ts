// The messages of lists whose items can be moved.

export const sorting = {
  move: (name: string) => `Move ${name}`,
  grabHint:
    'Press Space to pick up an item, the arrow keys to move it, Space to drop it, or Escape to cancel.',
  grabbed: (name: string) => `Picked up ${name}.`,
  over: (name: string, place: number, of: number) => `${name} is at position ${place} of ${of}.`,
  dropped: (name: string, place: number, of: number) => `Dropped ${name} at position ${place} of ${of}.`,
  cancelled: (name: string) => `${name} is back at its original position.`,
}
