# Finds the bundle of the program, for bin/linnet and packages/server/bundle.ts, which makes it.

# Prints the folder of the bundle in $1/node_modules/.linnet if it was made in $1, and no file that was bundled and no folder
# with such files has changed since. Looks at ctime, which unlike mtime can't be set to an earlier time.
current_bundle() {
  bundle=$(cd -P "$1/node_modules/.linnet/current" 2>/dev/null && pwd) || return 1
  [ -s "$bundle/main.js" ] && [ -s "$bundle/watched" ] || return 1
  read -r made_in <"$bundle/made" && [ "$made_in" = "$1" ] || return 1
  # Without a limit on its depth, find would search the folders too. A missing file is an error, and so counts as a change.
  # Only line breaks separate paths: a library may have been linked from a folder with a space in its name.
  changes=$(
    cd "$1" && set -f && IFS='
' && find $(cat "$bundle/watched") -maxdepth 0 -cnewer "$bundle/made" 2>&1
  ) || return 1
  [ -z "$changes" ] || return 1
  echo "$bundle"
}
