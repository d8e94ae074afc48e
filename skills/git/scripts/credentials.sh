# A credential helper of git: answers with the token of the environment, which never gets into a file or a URL.
# GIT_TOKEN is the password or token; GIT_USER the name that goes with it, where the server wants a certain one.
[ "$1" = get ] || exit 0
if [ -z "$GIT_TOKEN" ]; then
  echo "credentials: GIT_TOKEN is not set: the run has to name it as a secret" >&2
  exit 1
fi
printf 'username=%s\npassword=%s\n' "${GIT_USER:-x-access-token}" "$GIT_TOKEN"
