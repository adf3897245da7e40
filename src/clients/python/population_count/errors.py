"""Errors of calls, by what their caller can do."""


class CountFailed(Exception):
    """The message is the service's sentence; `status` of HTTP is 0 where no answer came."""

    def __init__(self, message: str, status: int = 0):
        super().__init__(message)
        self.status = status


class InvalidQuestion(CountFailed):
    """400, 404, 405, 414, or refused by this client: the question must change."""


class NotServed(CountFailed):
    """422: not covered by data, or over a limit. It is never a count of 0."""


class NotAuthorized(CountFailed):
    """401: unknown key or wrong secret."""


class Unavailable(CountFailed):
    """429 or 503 after all tries, or nothing answers at the address: later calls may succeed."""


class MixedVersions(Unavailable):
    """Data was published while parts of one count were asked, three times in a row: ask again."""


class ServiceDefect(CountFailed):
    """500 and what no client of this version knows: report the request id of the message."""


def failure_of(status: int, message: str) -> CountFailed:
    if status == 401:
        return NotAuthorized(message, status)
    if status == 422:
        return NotServed(message, status)
    if status in (429, 503):
        return Unavailable(message, status)
    if 400 <= status < 500:
        return InvalidQuestion(message, status)
    return ServiceDefect(message, status)
